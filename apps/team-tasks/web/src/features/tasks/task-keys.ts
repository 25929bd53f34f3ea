/** Cache keys of everything that is about tasks; invalidating `all` refreshes every view of them. */
export const taskKeys = {
  all: ['tasks'] as const,
  list: ['tasks', 'list'] as const,
  detail: (id: number) => ['tasks', 'detail', id] as const,
};
