/**
 * Decodes the headings' face before layout: the browser decodes it beside the first frame, and on a
 * busy machine after it, where headings would move. It still does without scripts, or where a
 * script cannot add faces.
 */
{
  const rules = [...(document.styleSheets[0]?.cssRules ?? [])] as CSSFontFaceRule[];
  const style = rules.find(({ cssText }) => cssText.includes('data:font'))?.style;
  // An error here would take along the rest of the script, which loads all others.
  if (style && 'FontFace' in window) {
    const value = (name: string) => style.getPropertyValue(name);
    const [, data = ''] = /base64,([^")]+)/.exec(value('src')) ?? [];
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const family = value('font-family').replaceAll('"', '');
    document.fonts.add(
      new FontFace(family, bytes, {
        weight: value('font-weight'),
        unicodeRange: value('unicode-range'),
      }),
    );
  }
}
