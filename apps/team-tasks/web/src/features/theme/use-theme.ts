import { useEffect, useState } from 'react';
import {
  applyTheme,
  readThemeChoice,
  resolveTheme,
  storeThemeChoice,
  systemDarkQuery,
  type ThemeChoice,
} from './theme';

export function useTheme() {
  const [choice, setChoice] = useState<ThemeChoice>(readThemeChoice);

  useEffect(() => {
    const system = systemDarkQuery();
    const apply = () => applyTheme(resolveTheme(choice, system.matches));
    apply();
    system.addEventListener('change', apply);
    return () => system.removeEventListener('change', apply);
  }, [choice]);

  function choose(next: ThemeChoice) {
    storeThemeChoice(next);
    setChoice(next);
  }

  return { choice, choose };
}
