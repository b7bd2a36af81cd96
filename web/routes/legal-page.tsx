import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation, useRouteContext } from '@tanstack/react-router';
import { legalTitles } from '#contract/storefront/legal.ts';
import { legalQuery } from '#web/features/admin/settings/settings-queries.ts';
import { legalPageAt } from './legal-head.ts';

export { head, loader } from './legal-head.ts';

/** A legal text in paragraphs. */
export default function LegalPageScreen() {
  const { api } = useRouteContext({ from: '__root__' });
  const page = useLocation({ select: ({ pathname }) => legalPageAt(pathname) });
  const { data: texts } = useSuspenseQuery(legalQuery(api));
  const paragraphs = (texts[page] ?? '').trim().split(/\n\s*\n/);
  return (
    <article className="page min-h-[60svh] py-12 md:py-20">
      <h1 className="text-4xl md:text-5xl">{legalTitles[page]}</h1>
      <div className="mt-8 max-w-2xl space-y-5 text-lg wrap-anywhere">
        {paragraphs.map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text never move
          <p key={index} className="whitespace-pre-line">
            {paragraph}
          </p>
        ))}
      </div>
    </article>
  );
}
