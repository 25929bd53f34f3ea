import { dirname, join } from 'node:path';
import ts from 'typescript';

export interface ImportSite {
  /** As written. */
  specifier: string;
  /** Path of the imported file, relative to src/; undefined for packages. */
  target: string | undefined;
  /** 1-based. */
  line: number;
  /** Gone at run time. */
  typeOnly: boolean;
}

/** Imports, re-exports and dynamic imports of a source file. `path` is relative to src/. */
export function readImports(path: string, text: string): ImportSite[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const sites: ImportSite[] = [];
  const add = (specifier: ts.Expression, typeOnly: boolean) => {
    if (!ts.isStringLiteralLike(specifier)) return;
    const line = source.getLineAndCharacterOfPosition(specifier.getStart()).line + 1;
    const relative = specifier.text.startsWith('.');
    const target = relative ? join(dirname(path), specifier.text) : undefined;
    sites.push({ specifier: specifier.text, target, line, typeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeImport(node));
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined)
      add(node.moduleSpecifier, isTypeExport(node));
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword && node.arguments[0])
      add(node.arguments[0], false);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return sites;
}

/** With `verbatimModuleSyntax`, `import { type A }` keeps the import itself: only a whole type import is gone. */
const isTypeImport = (node: ts.ImportDeclaration): boolean =>
  node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;

const isTypeExport = (node: ts.ExportDeclaration): boolean => node.isTypeOnly;
