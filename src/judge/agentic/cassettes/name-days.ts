/** Days that a page may count from today. Those farther away are taken for fixed. */
const NEAR_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * Writes the days around today by their distance, `<day+1>`, in the forms in which pages write them, and moments of them
 * without their time. The difference between one day and the next stays.
 */
export function nameDays(text: string, now: Date): string {
  let named = text;
  for (let away = -NEAR_DAYS; away <= NEAR_DAYS; away += 1) {
    const name = `<day${away < 0 ? '' : '+'}${away}>`;
    const forms = formsOf(new Date(now.getTime() + away * DAY_MS)).join('|');
    named = named.replace(new RegExp(`(?<![\\w/-])(?:${forms})(?![\\d/-])`, 'g'), name);
  }
  return named.replace(/(<day[+-]\d>)T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?/g, '$1T<time>');
}

function formsOf(day: Date): string[] {
  const said = (options: Intl.DateTimeFormatOptions) =>
    day.toLocaleDateString('en-US', { timeZone: 'UTC', ...options });
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()];
  const names = [said({ month: 'long' }), said({ month: 'short' })];
  return [
    day.toISOString().slice(0, 10),
    `${month}/${date}/${year}`,
    ...names.flatMap((name) => [
      `${name} ${date}, ${year}`,
      `${date} ${name} ${year}`,
      `${name} ${date}`,
      `${date} ${name}`,
    ]),
  ];
}
