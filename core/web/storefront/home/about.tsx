import type { Settings } from '#core/contract/admin/settings.ts';
import { ResponsiveImage } from '#ui/responsive-image.tsx';

const blurbs = [
  {
    title: 'Exceptional Quality',
    text: 'We choose each specimen under the loupe for form, luster and condition. We disclose repairs and contacts, always.',
  },
  {
    title: 'Global Sourcing',
    text: 'Classic localities and new finds, bought from miners and old collections, with the most exact locality known.',
  },
  {
    title: 'Educational Value',
    text: 'Every label says what it is, where it grew and what to look for, so your collection teaches you as it grows.',
  },
];

export function About({ about, siteTitle }: { about: Settings['about']; siteTitle: string }) {
  return (
    <section id="about" aria-labelledby="about-heading" className="py-20 md:py-28">
      <div className="page">
        <h2 id="about-heading" className="page-title look-large">
          {about.title || `About The ${siteTitle}`}
        </h2>
        {about.content !== '' && (
          <p className="mt-6 max-w-2xl text-lg whitespace-pre-line">{about.content}</p>
        )}
        {about.image && (
          <ResponsiveImage
            picture={about.image}
            sizes="(width < 1024px) 100vw, 60rem"
            className="mt-10 w-full max-w-4xl"
          />
        )}
        <div className="mt-12 grid gap-x-12 border-t border-line md:grid-cols-3">
          {blurbs.map(({ title, text }) => (
            <div key={title} className="border-b border-line py-7 md:border-b-0">
              <h3 className="text-2xl">{title}</h3>
              <p className="mt-3 text-quiet">{text}</p>
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
