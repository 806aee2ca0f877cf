// A block of text to copy. Without the script it is a plain block; with it, a button stands beside it.
import { Block, html, type Markup } from './markup.ts';

/** `label` says what is copied, for people who do not see where the button stands. */
export const copyable = (text: string, label: string): Markup =>
  html`<div class="copy" data-copy="${label}"><pre><code>${new Block(text)}</code></pre></div>`;
