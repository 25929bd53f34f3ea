/**
 * Cohen's kappa of a square table of counts (rows: one judge's answers, columns: the other's): agreement beyond what
 * their habits alone would give, 1 at most. Null for an empty table, and where both always say the same one thing.
 * Source: J. Cohen, A coefficient of agreement for nominal scales, 1960.
 */
export function cohensKappa(table: readonly (readonly number[])[]): number | null {
  const rows = table.map((row) => row.reduce((sum, count) => sum + count, 0));
  const columns = table.map((_, at) => table.reduce((sum, row) => sum + (row[at] ?? 0), 0));
  const total = rows.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const observed = table.reduce((sum, row, at) => sum + (row[at] ?? 0), 0) / total;
  const byChance = rows.reduce((sum, count, at) => sum + count * (columns[at] ?? 0), 0) / total ** 2;
  return byChance === 1 ? null : (observed - byChance) / (1 - byChance);
}
