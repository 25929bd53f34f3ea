export function taskLink(id: number): string {
  return new URL(`/tasks/${id}`, window.location.origin).href;
}

export function copyTaskLink(id: number): Promise<void> {
  return navigator.clipboard.writeText(taskLink(id));
}
