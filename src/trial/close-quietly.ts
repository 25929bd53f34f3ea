import { errorText } from '../errors.ts';

/** Closes what a trial no longer needs. What was done is paid for: a failure is a warning, which begins with `what`. */
export async function closeQuietly(
  open: { close(): Promise<void> } | undefined,
  what: string,
  warnings: string[],
): Promise<void> {
  try {
    await open?.close();
  } catch (error) {
    warnings.push(`${what}: ${errorText(error)}`);
  }
}
