// What a draw can reach: the chance that it holds at least one of the operations that lie. Arithmetic only.
/** 1 − C(all − lying, drawn) / C(all, drawn). */
export function chanceToMeet(all: number, lying: number, drawn: number): number {
  if (drawn >= all) return lying > 0 ? 1 : 0;
  let missed = 1;
  for (let i = 0; i < drawn; i += 1) missed *= Math.max(0, all - lying - i) / (all - i);
  return 1 - missed;
}
