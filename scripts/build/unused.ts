// What got and its packages do when they are loaded and this bundle never uses: HTTP/2 (loading http2-wrapper builds a TLS context with every root
// certificate) and lists in messages of errors (a formatter loads the tables of its language). It stands in by options of esbuild; where a package
// no longer asks for it, nothing changes but the time.

/** In place of http2-wrapper; got asks for a member only where HTTP/2 is turned on. */
export default {};

/** In place of Intl.ListFormat: makes the real one when it is used. */
export class LateListFormat {
  readonly #given: ConstructorParameters<typeof Intl.ListFormat>;

  constructor(...given: ConstructorParameters<typeof Intl.ListFormat>) {
    this.#given = given;
  }

  format(list: Iterable<string>): string {
    const { ListFormat } = Intl;
    return new ListFormat(...this.#given).format(list);
  }
}
