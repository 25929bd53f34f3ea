import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { App } from '../app/App';
import { type FakeApiState, startFakeApi } from './fake-api';

/** Opens the whole app at an address, against a fake API. */
export function openApp(path: string, state: FakeApiState = {}) {
  const api = startFakeApi(state);
  window.history.replaceState(null, '', path);
  render(<App />);
  return { api, user: userEvent.setup() };
}
