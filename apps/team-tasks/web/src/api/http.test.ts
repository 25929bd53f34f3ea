import { describe, expect, it, vi } from 'vitest';
import { ApiError, ConnectionError, describeError } from './errors';
import { request } from './http';

function answerWith(response: Response) {
  const fetch = vi.fn(async () => response);
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

describe('request', () => {
  it('returns the JSON of the answer', async () => {
    answerWith(Response.json({ name: 'Studio' }));
    expect(await request('GET', '/workspace')).toEqual({ name: 'Studio' });
  });

  it('sends a body as JSON', async () => {
    const fetch = answerWith(Response.json({}));
    await request('POST', '/things', { body: { a: 1 } });
    expect(fetch).toHaveBeenCalledWith('/api/things', expect.objectContaining({ method: 'POST', body: '{"a":1}' }));
  });

  it('returns nothing for an answer without content', async () => {
    answerWith(new Response(null, { status: 204 }));
    expect(await request('DELETE', '/things/1')).toBeUndefined();
  });

  it('carries over what the API says about a refusal', async () => {
    const error = { code: 'invalid_request', message: 'Too long.', field: 'title' };
    answerWith(Response.json({ error }, { status: 400 }));
    await expect(request('POST', '/things')).rejects.toMatchObject({ status: 400, ...error });
  });

  it('copes with an error that is not JSON', async () => {
    answerWith(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await expect(request('GET', '/things')).rejects.toMatchObject({ status: 502, code: 'unknown' });
  });

  it('tells a missing answer from a refusal', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(request('GET', '/things')).rejects.toBeInstanceOf(ConnectionError);
  });
});

describe('describeError', () => {
  const refusal = (status: number) => new ApiError({ status, code: 'x', message: 'As it says.' });

  it('passes on the message of a refused request', () => {
    expect(describeError(refusal(400))).toBe('As it says.');
  });

  it('explains missing permission, trouble on the server and a lost connection', () => {
    expect(describeError(refusal(403))).toMatch(/permission/);
    expect(describeError(refusal(503))).toMatch(/server had a problem/);
    expect(describeError(new ConnectionError())).toMatch(/can’t be reached/);
  });
});
