// Work on each of a list, so many at once.

/** Rejects as soon as the work on one does. */
export async function sideBySide<T>(list: readonly T[], most: number, work: (item: T) => Promise<unknown>): Promise<void> {
  const left = list.values();
  const one = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: most }, one));
}
