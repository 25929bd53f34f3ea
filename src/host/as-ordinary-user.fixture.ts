const UID = 60_599;

/**
 * Runs `work` with the rights of an ordinary user also when the tests run as root. Only for what this process does
 * itself: a shell that it starts would take its own user back.
 */
export async function asOrdinaryUser<T>(work: () => Promise<T> | T): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  const groups = process.getgroups?.() ?? [];
  process.setgroups?.([]);
  process.setegid?.(UID);
  process.seteuid?.(UID);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
    process.setgroups?.(groups);
  }
}
