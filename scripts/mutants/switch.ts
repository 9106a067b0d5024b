/** The switch that mutants ask: which of them is on, and who was asked. */

export interface MutantSwitch {
  /** Id of the mutant that is on; 0: none. */
  active: number;
  /** Where reached mutants are noted; null: nowhere. */
  reached: Set<number> | null;
  ticks: number;
  is(id: number): boolean;
  /** Called by each turn of each loop: a mutant that loops for ever is found by it. */
  tick(): void;
}

declare global {
  var __mutants: MutantSwitch;
}

const MOST_TURNS = 3_000_000;

export const newSwitch = (): MutantSwitch => ({
  active: 0,
  reached: null,
  ticks: 0,
  is(id) {
    this.reached?.add(id);
    // Loops of other folders, that a mutant never lets end, ask again and again.
    this.tick();
    return id === this.active;
  },
  tick() {
    if (this.active === 0) return;
    this.ticks += 1;
    if (this.ticks > MOST_TURNS) throw new Error('the mutant goes round for ever');
  },
});
