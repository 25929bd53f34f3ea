const sections = [
  { id: 'basics', label: 'Basics' },
  { id: 'planning', label: 'Planning' },
  { id: 'repeat', label: 'Repeat' },
  { id: 'notes', label: 'Notes' },
];

interface EditToolbarProps {
  saving: boolean;
  problem: string | null;
}

export function EditToolbar({ saving, problem }: EditToolbarProps) {
  return (
    <div className="edit-toolbar">
      <nav className="edit-sections" aria-label="Sections">
        {sections.map(({ id, label }) => (
          <a key={id} className="edit-section-link" href={`#${id}`}>
            {label}
          </a>
        ))}
      </nav>
      <button type="submit" className="button button-primary" disabled={saving}>
        Save
      </button>
      {problem && (
        <p className="edit-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
