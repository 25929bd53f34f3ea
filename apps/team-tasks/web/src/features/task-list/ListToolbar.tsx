import type { Task } from '../../api/types';
import { countByFilter, type Filter, type ListView, type Sort } from './list-view';

interface ListToolbarProps {
  tasks: Task[] | undefined;
  view: ListView;
  onChange: (part: Partial<ListView>) => void;
}

const filterLabels: Record<Filter, string> = { all: 'All', active: 'Active', done: 'Done' };
const sortLabels: Record<Sort, string> = {
  created: 'Created',
  priority: 'Priority',
  title: 'Title',
};

export function ListToolbar({ tasks, view, onChange }: ListToolbarProps) {
  const counts = tasks && countByFilter(tasks);

  return (
    <div className="list-toolbar">
      <fieldset className="filters" aria-label="Filter tasks">
        {(Object.keys(filterLabels) as Filter[]).map((filter) => (
          <button
            key={filter}
            type="button"
            className="filter"
            aria-pressed={view.filter === filter}
            onClick={() => onChange({ filter })}
          >
            {filterLabels[filter]}
            {counts && ` (${counts[filter]})`}
          </button>
        ))}
      </fieldset>
      <input
        type="search"
        className="input list-search"
        aria-label="Search tasks"
        placeholder="Search tasks"
        value={view.search}
        onChange={(event) => onChange({ search: event.target.value })}
      />
      <label className="list-sort">
        <span className="field-label">Sort by</span>
        <select
          className="select"
          value={view.sort}
          onChange={(event) => onChange({ sort: event.target.value as Sort })}
        >
          {(Object.keys(sortLabels) as Sort[]).map((sort) => (
            <option key={sort} value={sort}>
              {sortLabels[sort]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
