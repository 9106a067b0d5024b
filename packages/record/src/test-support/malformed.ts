/** Attacks after which a bundle cannot be read. */
import { type Attack, atEvent, atProof, proofOf } from './attacks.js';
import { type Data, INTACT, editEntry, linesOf, replaced, sealed } from './forge.js';

const decisionLine = (from: string, to: string) => replaced(INTACT, from, to);
export const MALFORMED: readonly Attack[] = [
  [
    48,
    'a decision replaced by a digest',
    () =>
      atEvent(4, (line) =>
        editEntry(
          line,
          ({ data }) => ((data as Data)['decision'] = { '#': 'vw1ngH1q6iKVtew5OBnqN_O4WMmJFVxMeYnKtW305OM' }),
        ),
      ),
  ],
  [49, 'a tree node given as a leaf', () => atProof((line) => (line['leaf'] = '\u0001'.repeat(64)))],
  [
    50,
    'duplicate key in an entry',
    () => decisionLine('{\\"durationMs\\":35}', '{\\"durationMs\\":35,\\"durationMs\\":35}'),
  ],
  [
    51,
    'duplicate key in a line',
    () => replaced(INTACT, '"complete":false,', '"complete":false,"complete":false,'),
  ],
  [52, 'an escape for a letter', () => replaced(INTACT, 'Looks', '\\u004cooks')],
  [
    52,
    'an escape for a letter in an entry',
    () => replaced(INTACT, '\\"sign-off\\"', '\\"\\\\u0073ign-off\\"'),
  ],
  [
    53,
    'keys in another order',
    () =>
      replaced(
        INTACT,
        '"complete":false,"exportedAt":1795700000000',
        '"exportedAt":1795700000000,"complete":false',
      ),
  ],
  [54, 'white space', () => replaced(INTACT, '"complete":false', '"complete": false')],
  [55, '5.0', () => decisionLine('\\"durationMs\\":35', '\\"durationMs\\":35.0')],
  [56, '5e0', () => decisionLine('\\"durationMs\\":35', '\\"durationMs\\":35e0')],
  [57, '-0', () => decisionLine('\\"durationMs\\":35', '\\"durationMs\\":-0')],
  [58, '1e+21', () => decisionLine('\\"durationMs\\":35', '\\"durationMs\\":1e+21')],
  [59, '2^53+1', () => decisionLine('\\"durationMs\\":35', '\\"durationMs\\":9007199254740993')],
  [60, 'a fraction', () => decisionLine('\\"durationMs\\":35', '\\"durationMs\\":35.5')],
  [61, 'lone surrogate', () => decisionLine('\\"durationMs\\":35', '\\"durationMs\\":\\"\\\\ud800\\"')],
  [61, 'lone surrogate in a line', () => replaced(INTACT, '"workspace":"default"', '"workspace":"\\ud800"')],
  [62, 'BOM', () => sealed(linesOf(`\uFEFF${INTACT}`).slice(0, -1))],
  [63, 'not UTF-8', () => notUtf8()],
  [64, 'CR LF', () => INTACT.replaceAll('\n', '\r\n')],
  [
    65,
    'a size with a leading zero',
    () => atProof((line) => (line['proof'] = proofOf(line).replace('\n5\n', '\n05\n'))),
  ],
  [
    0,
    'a text with a duplicate key',
    () => replaced(INTACT, '{\\"amount\\":1234.5', '{\\"amount\\":1,\\"amount\\":1234.5'),
  ],
  [
    0,
    'a name in place of a token',
    () =>
      replaced(
        INTACT,
        '\\"reviewerId\\":\\"~wDDsvo-p8DG3TnlpLbnAbTOR8rc3PpMIRBoENWL6VkY',
        '\\"reviewerId\\":\\"ann@example.com',
      ),
  ],
  [
    0,
    'a text that is not hidden',
    () => atEvent(4, (line) => editEntry(line, ({ data }) => ((data as Data)['reason'] = 'Looks fine'))),
  ],
  [0, 'bytes behind the end', () => `${INTACT}x`],
  [0, 'a line behind the end', () => `${INTACT}${INTACT}`],
  [0, 'another file', () => 'hello'],
];

function notUtf8(): Uint8Array {
  const bytes = new TextEncoder().encode(INTACT);
  return bytes.with(bytes.indexOf(0x4c), 0xff);
}
