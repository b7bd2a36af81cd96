/**
 * The content security policy refuses PhotoSwipe's icons otherwise. Import this where PhotoSwipe
 * is.
 */

type TrustedTypes = {
  createPolicy(name: 'default', rules: { createHTML(markup: string): string | null }): unknown;
};

const shape = String.raw`<(?:path|use)(?: (?:(?:class|id|d|fill|fill-rule|clip-rule)="[\w. -]*"|xlink:href="#[\w-]*"))*/>`;
/** Nothing, or shapes without any script. */
const drawing = new RegExp(
  String.raw`^(?:<svg(?: (?:class|aria-hidden|viewBox|width|height)="[\w -]*")*>(?:${shape})*</svg>)?$`,
);

// A browser without Trusted Types refuses nothing.
(globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', {
  createHTML: (markup) => (drawing.test(markup) ? markup : null),
});
