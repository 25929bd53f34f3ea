const AS_IS = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml', 'application/pdf']);

const TEXT_ENDINGS = /\.(txt|csv|md|log|json|xml|html?|ya?ml|tsv|ini|css|js|ts)$/i;

/**
 * The content type under which a file is sent. Browsers download some kinds of text instead of showing them,
 * and markup must not run as a page of ours, so that all text goes out as plain text.
 */
export function servedType(name: string, type: string): string {
  const bare = (type.split(';')[0] ?? '').trim().toLowerCase();
  if (AS_IS.has(bare)) return bare;
  const textual = bare.startsWith('text/') || bare === 'application/json' || bare === 'application/xml';
  return textual || TEXT_ENDINGS.test(name) ? 'text/plain; charset=utf-8' : 'application/octet-stream';
}
