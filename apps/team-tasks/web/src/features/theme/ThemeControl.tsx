import type { ThemeChoice } from './theme';
import { useTheme } from './use-theme';
import './theme-control.css';

export function ThemeControl() {
  const { choice, choose } = useTheme();

  return (
    <select
      className="theme-control"
      aria-label="Theme"
      value={choice}
      onChange={(event) => choose(event.target.value as ThemeChoice)}
    >
      <option value="system">System</option>
      <option value="light">Light</option>
      <option value="dark">Dark</option>
    </select>
  );
}
