/** The switch that mutants query: the active mutant, and the reached ones. */

export interface MutantSwitch {
  /** Id of the active mutant; 0 for none. */
  active: number;
  /** Set that collects reached mutants; null when not recording. */
  reached: Set<number> | null;
  ticks: number;
  is(id: number): boolean;
  /** Called in every iteration of a loop, to stop mutants that loop forever. */
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
    // Loops of other folders may never end because of a mutant, so they tick too.
    this.tick();
    return id === this.active;
  },
  tick() {
    if (this.active === 0) return;
    this.ticks += 1;
    if (this.ticks > MOST_TURNS) throw new Error('the mutant goes round for ever');
  },
});
