/** SARIF 2.1.0, which code hosts show beside the changed lines. */
import { jsonText } from './json.js';
import type { Finding } from './finding.js';

export function sarifReport(findings: readonly Finding[]): string {
  const rules = [...new Set(findings.map((it) => it.code))].toSorted();
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'approval', rules: rules.map((id) => ({ id })) } },
        columnKind: 'utf16CodeUnits',
        results: findings.map((it) => ({
          ruleId: it.code,
          ruleIndex: rules.indexOf(it.code),
          level: it.severity,
          message: { text: it.message },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: encodeURI(it.file.replaceAll('\\', '/')) },
                region: { startLine: it.line, startColumn: it.column },
              },
              ...(it.path !== '' && { logicalLocations: [{ fullyQualifiedName: it.path }] }),
            },
          ],
        })),
      },
    ],
  };
  return `${jsonText(log, 2)}\n`;
}
