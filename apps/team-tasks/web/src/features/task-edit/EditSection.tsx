import type { ReactNode } from 'react';

interface EditSectionProps {
  id: string;
  heading: string;
  children: ReactNode;
}

export function EditSection({ id, heading, children }: EditSectionProps) {
  return (
    <section id={id} className="edit-section panel">
      <h2 id={`${id}-heading`}>{heading}</h2>
      {children}
    </section>
  );
}

interface EditFieldProps {
  id: string;
  label: string;
  children: ReactNode;
}

export function EditField({ id, label, children }: EditFieldProps) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children}
    </div>
  );
}
