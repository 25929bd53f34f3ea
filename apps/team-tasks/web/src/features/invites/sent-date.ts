const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** The viewer's own date of a moment, such as "Mar 16, 2026". */
export function formatSentDate(moment: string): string {
  return dateFormat.format(new Date(moment));
}
