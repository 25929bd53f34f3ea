/** The task id in an address, or null when it cannot be one. */
export function parseTaskId(param: string | undefined): number | null {
  return param && /^[1-9]\d*$/.test(param) ? Number(param) : null;
}
