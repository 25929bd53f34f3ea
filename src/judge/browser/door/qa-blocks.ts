/** What stands under one heading. */
export interface QaBlock {
  title: string;
  /** Headings above it, one a line. */
  context: string;
  items: QaItem[];
}

/** A paragraph, or a top-level bullet or table row with everything that belongs to it. */
export interface QaItem {
  kind: 'prose' | 'bullet' | 'row';
  text: string;
  /** `expected`, `steps` … if the item is a labelled detail of a finding. */
  label?: string;
}

const LABEL =
  /^(steps?(?: to reproduce| taken)?|repro(?:duction)?(?: steps)?|how to reproduce|to reproduce|expected|expectation|actual|observed|did|saw|seen|got|i (?:did|saw|expected)|what (?:happens|happened|should happen|(?:i|we) (?:saw|see|did|got|(?:had )?expected))|severity|priority|impact|where|location|area|pages?|screens?|views?|urls?|routes?|environment|browser|viewport|results?|notes?|details?|description|summary|title|status|type|component|category|evidence|screenshots?|suggestion|(?:likely |possible |root )?cause|workaround|frequency|feature|id)\b(?:[ -](?:result|behaviou?r|outcome|value|count|vs\.? actual)s?)?\s*(?::|[–-] |$)/i;
/** Labels that may stand as a heading inside a finding; `Results` or `Screen: Board` would be one of its own. */
const LABEL_HEADING =
  /^(?:steps?|repro|how to|to repro|expect|actual|observed|did\b|saw\b|seen\b|i (?:did|saw|expected)|what|severity|impact|evidence|screenshots?|suggestion|workaround|(?:likely |possible |root )?cause)/i;
/** Labels whose list is part of the detail, where `Summary:` may be followed by findings. */
const TAKES_LIST =
  /^(?:steps?|repro|how to|to repro|expect|actual|observed|did\b|saw\b|seen\b|what|where|evidence|environment)/i;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const BULLET = /^(\s*)(?:[-*+•]|\(?\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/;
const BOLD_LINE = /^ {0,3}(?:\*\*|__)((?:(?!\*\*|__).)+)(?:\*\*|__)\s*:?\s*$/;
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const BOLD_LEVEL = 7;

/** Reads Markdown into headings and what stands under them. A heading that is a label ("Steps") begins no new block. */
export function readBlocks(markdown: string): QaBlock[] {
  const lines = markdown
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/<!--[\s\S]*?-->/g, '')
    .split('\n')
    .map((line) => line.replace(/\t/g, '    ').replace(/^( {0,3}>)+ ?/, ''));
  const reader = new BlockReader();
  let isFenced = false;
  for (const [index, line] of lines.entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) isFenced = !isFenced;
    else if (isFenced) reader.continue(line);
    else if (line.trim() === '') reader.pause();
    else reader.read(line, lines[index + 1] ?? '');
  }
  return reader.blocks;
}

class BlockReader {
  readonly blocks: QaBlock[] = [];
  private readonly open: { level: number; title: string }[] = [];
  private block: QaBlock | undefined;
  private item: QaItem | undefined;
  private isAfterGap = false;
  private indent = 0;
  private tableHead: string[] | undefined;
  private skipNext = false;

  read(line: string, next: string): void {
    if (this.skipNext) {
      this.skipNext = false;
      return;
    }
    const heading = HEADING.exec(line);
    const bullet = BULLET.exec(line);
    const bold = bullet === null ? BOLD_LINE.exec(line) : null;
    const isRow = isTableRow(line);
    if (!isRow) this.tableHead = undefined;
    const isUnderlined = /^ {0,3}(?:=+|-{2,})\s*$/.test(next) && (this.isAfterGap || this.item === undefined);
    if (heading !== null) this.startBlock(heading[1]?.length ?? 1, heading[2] ?? '');
    else if (isRow) this.row(line, next);
    else if (bold !== null) this.startBlock(BOLD_LEVEL, bold[1] ?? '');
    else if (RULE.test(line)) this.pause();
    else if (bullet !== null) this.bullet(bullet[1]?.length ?? 0, bullet[2] ?? '');
    else if (isUnderlined) {
      this.skipNext = true;
      this.startBlock(next.includes('=') ? 1 : 2, line.trim());
    } else if (this.goesOn(line)) this.continue(line);
    else this.add({ kind: 'prose', text: line });
  }

  private goesOn(line: string): boolean {
    if (this.item === undefined || (this.isAfterGap && !/^\s{2,}/.test(line))) return false;
    return !(this.item.kind === 'prose' && LABEL.test(plainText(line)));
  }

  /** More of the item that is open. */
  continue(line: string, gap = this.isAfterGap ? '\n\n' : '\n'): void {
    if (this.item === undefined) this.add({ kind: 'prose', text: line });
    else this.item.text += `${gap}${plainText(line)}`;
    this.isAfterGap = false;
  }

  pause(): void {
    this.isAfterGap = true;
    this.tableHead = undefined;
  }

  private startBlock(level: number, rawTitle: string): void {
    const title = plainText(rawTitle).replace(/^(?:#?\d{1,3}[.):]|#\d{1,3}|[a-z]\))\s+/i, '');
    if (this.block !== undefined && LABEL.test(title) && LABEL_HEADING.test(title)) {
      this.add({ kind: 'prose', text: /:/.test(title) ? title : `${title}:` });
      return;
    }
    while ((this.open.at(-1)?.level ?? 0) >= level) this.open.pop();
    const context = this.open.map((each) => each.title).join('\n');
    this.open.push({ level, title });
    this.block = { title, context, items: [] };
    this.blocks.push(this.block);
    this.item = undefined;
    this.isAfterGap = false;
    this.tableHead = undefined;
  }

  private bullet(indent: number, text: string): void {
    const isDeeper = this.item?.kind === 'bullet' && indent >= this.indent + 2;
    const isUnderLabel = this.item?.kind === 'prose' && TAKES_LIST.test(this.item.label ?? '');
    if (!isDeeper) this.indent = indent;
    if (isDeeper || (isUnderLabel && !LABEL.test(plainText(text)))) this.continue(text, '\n\n');
    else this.add({ kind: 'bullet', text });
  }

  private row(line: string, next: string): void {
    const cells = line
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => plainText(cell));
    if (cells.every((cell) => /^:?-+:?$/.test(cell))) return;
    if (this.tableHead === undefined && /^\s*\|?\s*:?-{2,}/.test(next)) {
      this.tableHead = cells;
      return;
    }
    const named = cells.map((cell, index) => {
      const name = this.tableHead?.[index] ?? '';
      if (/^(?:#|no\.?|id)$/i.test(name)) return '';
      return name === '' || cell === '' ? cell : `${name}: ${cell}`;
    });
    const text = named.filter((cell) => cell !== '').join(' | ');
    this.add({ kind: 'row', text });
  }

  private add(item: QaItem): void {
    if (this.block === undefined) {
      this.block = { title: '', context: '', items: [] };
      this.blocks.push(this.block);
    }
    const text = plainText(item.text);
    const label = item.kind === 'row' ? undefined : LABEL.exec(text)?.[1]?.toLowerCase();
    this.item = label === undefined ? { ...item, text } : { ...item, text, label };
    this.block.items.push(this.item);
    this.isAfterGap = false;
  }
}

const isTableRow = (line: string): boolean => /^\s*\|.*\|\s*$/.test(line);

/** Without marks, emoji and typographic quotes; what a reader sees as words stays. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<\/?[a-z][^>]*>/gi, ' ')
    .replace(/[‘’‚‛′´]/g, "'")
    .replace(/[“”„‟«»‹›″`]/g, '"')
    .replace(/[\u2013\u2014\u2212]/g, ' - ')
    .replace(/→|=>|->/g, ' -> ')
    .replace(/\\([\\`*_{}[\]()#+.!|-])/g, '$1')
    .replace(/\*\*|__|~~/g, '')
    .replace(/(^|[\s("])[*_]([^*_\s][^*_]*)[*_](?=[\s).,:;!?"]|$)/g, '$1$2')
    .replace(/\p{Extended_Pictographic}|\uFE0F|\u200D|\u200B/gu, ' ')
    .replace(/[\u00A0\u2000-\u200A]/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}
