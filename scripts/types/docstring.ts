/** Docstrings in generated files. */

/** Columns of a line, with the indent of a field. */
const WIDTH = 94;

/** A docstring on one line if it fits; empty for an empty text. */
export function docstring(text: string): string {
  if (text === '') return '';
  const safe = text.replaceAll('*/', '*\\/');
  if (safe.length + '/**  */'.length <= WIDTH) return `/** ${safe} */\n`;
  return `/**\n${wrapped(safe)
    .map((line) => ` * ${line}\n`)
    .join('')} */\n`;
}

/** The text in lines that fit a comment. */
export function wrapped(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > WIDTH - ' * '.length) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
