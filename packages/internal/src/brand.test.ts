import { expect, test } from 'vitest';
import { brand } from './brand.js';

/** One copy of a package that has an error and an error below it. */
function copy() {
  class Refused extends Error {
    static {
      brand(Refused, 'brand.test:Refused');
    }
  }
  class Late extends Refused {}
  return { Refused, Late };
}

test('an instance of one copy is an instance of the class in every copy', () => {
  const [one, two] = [copy(), copy()];
  for (const error of [new one.Refused(), new one.Late(), new two.Refused()]) {
    expect(error).toBeInstanceOf(one.Refused);
    expect(error).toBeInstanceOf(two.Refused);
  }
});

test('a class below it keeps its own instances, and other values are none', () => {
  const { Refused, Late } = copy();
  expect([new Late() instanceof Late, new Refused() instanceof Late]).toEqual([true, false]);
  const others: unknown[] = [new Error('other'), null, undefined, 'text', {}, Object.create(null)];
  expect(others.filter((it) => it instanceof Refused || it instanceof Late)).toEqual([]);
});
