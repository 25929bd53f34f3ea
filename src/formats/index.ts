/**
 * Foreign formats: tasks of other benchmarks in. Layer 4.
 * The one place for other benchmarks' words; must not know how a task is run.
 */
export {
  type ImportedTask,
  type ImportOptions,
  importSweeperBench,
} from './sweeper-bench/import-sweeper-bench.ts';
export { type RowProblem, readSweeperRows } from './sweeper-bench/read-rows.ts';
