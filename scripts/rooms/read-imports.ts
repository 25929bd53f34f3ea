import { dirname, join } from 'node:path';
import ts from 'typescript';

export interface ImportSite {
  /** As written. */
  specifier: string;
  /** Path of the imported file, relative to src/; undefined for packages. */
  target: string | undefined;
  /** 1-based. */
  line: number;
}

/** Imports, re-exports and dynamic imports of a source file. `path` is relative to src/. */
export function readImports(path: string, text: string): ImportSite[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const sites: ImportSite[] = [];
  const add = (specifier: ts.Expression) => {
    if (!ts.isStringLiteralLike(specifier)) return;
    const line = source.getLineAndCharacterOfPosition(specifier.getStart()).line + 1;
    const relative = specifier.text.startsWith('.');
    const target = relative ? join(dirname(path), specifier.text) : undefined;
    sites.push({ specifier: specifier.text, target, line });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier);
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) add(node.moduleSpecifier);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword && node.arguments[0])
      add(node.arguments[0]);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return sites;
}
