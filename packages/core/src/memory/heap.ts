/** A binary heap: the least item first. */
import { itemAt } from '@org/approval-internal/lists';

export class Heap<T> {
  private items: T[] = [];
  private readonly before: (a: T, b: T) => boolean;

  constructor(before: (a: T, b: T) => boolean) {
    this.before = before;
  }

  get size(): number {
    return this.items.length;
  }

  peek(): T | undefined {
    return this.items[0];
  }

  push(item: T): void {
    const { items, before } = this;
    let index = items.length;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!before(item, itemAt(items, parent))) break;
      items[index] = itemAt(items, parent);
      index = parent;
    }
    items[index] = item;
  }

  pop(): T | undefined {
    const { items } = this;
    const top = items[0];
    const last = items.pop();
    if (items.length > 0) this.sink(last as T);
    return top;
  }

  /** Keeps only the items that pass the test. */
  retain(test: (item: T) => boolean): void {
    const kept = this.items.filter(test);
    this.items = [];
    for (const item of kept) this.push(item);
  }

  /** Puts an item at the root down to where it belongs. */
  private sink(item: T): void {
    const { items, before } = this;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && before(itemAt(items, child + 1), itemAt(items, child))) child += 1;
      if (!before(itemAt(items, child), item)) break;
      items[index] = itemAt(items, child);
      index = child;
    }
    items[index] = item;
  }
}
