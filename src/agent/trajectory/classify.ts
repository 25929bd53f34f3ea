import type { TurnClass } from '../../schema/index.ts';

/** Words of a command line that say what it does; the first kind that is found counts. */
const COMMANDS: readonly [TurnClass, RegExp][] = [
  ['browser', /\b(playwright|puppeteer|chromium|chrome|page\.goto)\b|\$CHROMIUM/],
  ['http', /\b(curl|wget|fetch\(|http\.(get|request)\()/],
  [
    'edit',
    /\bapply_patch\b|\bgit apply\b|\bsed -i|\bperl -p?i|\btee\b|(^|[^0-9&=-])>>?\s*(?!\/dev\/null|&)\S|\b(mv|cp|rm|mkdir|touch|patch)\s/,
  ],
  [
    'read',
    /^\s*(cd \S+ && )?(cat|sed -n|head|tail|less|ls|find|grep|rg|tree|wc|nl|pwd|stat|file|git (show|log|diff|status))\b/,
  ],
];

/** Names of tools, whatever program offers them. */
const TOOLS: readonly [TurnClass, RegExp][] = [
  ['browser', /browser|playwright|devtools|screenshot/i],
  ['http', /^(web_?fetch|http\w*)$/i],
  ['edit', /^((multi|notebook)?edit|write(_file)?|replace|(str_)?replace\w*|apply_patch|patch|file_change)$/i],
  ['read', /^(read\w*|grep|glob|ls|list_directory|search_file_content|view)$/i],
];

/** What a call of a tool does. A command line is judged by its words: what a script inside does is not looked at. */
export function classify(tool: string, args: Readonly<Record<string, unknown>>): TurnClass {
  const command = commandOf(args);
  if (command !== undefined) return COMMANDS.find(([, words]) => words.test(command))?.[0] ?? 'shell';
  return TOOLS.find(([, names]) => names.test(tool))?.[0] ?? 'other';
}

function commandOf({ command, cmd }: Readonly<Record<string, unknown>>): string | undefined {
  const given = command ?? cmd;
  if (typeof given === 'string') return unwrapped(given);
  return Array.isArray(given) ? unwrapped(given.join(' ')) : undefined;
}

/** Programs show the shell that they start with it: `/bin/bash -lc 'ls'`. */
const unwrapped = (command: string): string => command.replace(/^(?:\/bin\/)?(?:ba|z)?sh -l?c ['"]?/, '');
