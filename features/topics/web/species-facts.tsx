import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { careNotes, type Range, ultravioletLights } from '#core/contract/catalogue/species.ts';
import { slugOf } from '#core/contract/catalogue/specimen-urls.ts';
import type { SpeciesTopic } from '#features/topics/contract/topics.ts';

const written = ({ min, max }: Range) => (min === max ? String(min) : `${min}–${max}`);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function SpeciesFacts({ topic }: { topic: Omit<SpeciesTopic, 'specimens'> }) {
  const { system, hardness, density, lustres, group, synonyms, varieties, fluorescence, care } =
    topic;
  const facts: [string, ReactNode][] = [
    ['Class', topic.class && capital(topic.class)],
    ['Group', group],
    ['Crystal system', system && capital(system)],
    ['Hardness', hardness && `${written(hardness)} (Mohs)`],
    ['Density', density && `${written(density)} g/cm³`],
    ['Luster', capital(lustres.join(', '))],
    ['Color', topic.colours],
    ['Streak', topic.streak],
    ['Cleavage', topic.cleavage],
    ['Habit', topic.habit],
    ['Type locality', topic.typeLocality],
    ['Also called', synonyms.join(', ')],
    [
      'Varieties',
      varieties.length > 0 &&
        varieties.map(({ name }, index) => (
          <span key={name} className="inline-block whitespace-pre-wrap">
            <SpeciesLink name={name} />
            {index < varieties.length - 1 && ', '}
          </span>
        )),
    ],
    [
      'Fluorescence',
      fluorescence.length > 0 && (
        <>
          {fluorescence.map(({ light, colour }) => (
            <span key={light} className="block">
              {capital(ultravioletLights[light])}: {colour}
            </span>
          ))}
          <span className="block text-sm text-quiet">
            Typical response. Your piece may differ or not fluoresce.
          </span>
        </>
      ),
    ],
    [
      'Care',
      care.length > 0 &&
        care.map((note) => (
          <span key={note} className="block">
            {careNotes[note]}
          </span>
        )),
    ],
  ];
  return (
    <section className="min-w-0" aria-label={`About ${topic.of ?? topic.name}`}>
      <dl className="figures border-t border-line">
        {facts
          .filter(([, value]) => Boolean(value))
          .map(([label, value]) => (
            <div
              key={label}
              className={`grid gap-x-4 border-b border-line py-2.5 ${label === 'Varieties' ? 'sm:grid-cols-[min(8rem,40%)_minmax(0,1fr)]' : 'grid-cols-[min(8rem,40%)_minmax(0,1fr)]'}`}
            >
              <dt className="text-quiet">{label}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
      {topic.differs && <p className="mt-4 text-quiet">{topic.differs}</p>}
      {topic.sources.length > 0 && (
        <p className="mt-4 text-sm text-quiet">Sources: {topic.sources.join('; ')}.</p>
      )}
    </section>
  );
}

export const SpeciesLink = ({ name }: { name: string }) => (
  <Link
    to="/species/$topic"
    params={{ topic: slugOf(name) }}
    className="inline-block py-1 text-link"
  >
    {name}
  </Link>
);
