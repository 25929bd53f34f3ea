import Table from 'cli-table3';

export interface Column {
  head: string;
  /** Numbers are easier to compare when they end in one line. */
  right?: boolean;
}

const NO_LINES = {
  ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
  ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
  ...{ left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '  ' },
};

/** Aligned columns without lines, the head first. No final newline. */
export function renderTable(columns: readonly Column[], rows: readonly string[][]): string {
  const table = new Table({
    head: columns.map(({ head }) => head),
    colAligns: columns.map(({ right }) => (right ? 'right' : 'left')),
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  table.push(...rows.map((row) => [...row]));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
