import { Link } from '@tanstack/react-router';
import type { SpecimenFeature, SpecimenPlaces } from '#core/web/shop-feature.ts';
import { ASK_ABOUT_PIECE } from '#features/questions/contract/ask-words.ts';

const AskAboutPiece = ({ specimen: { id } }: SpecimenPlaces['actions']) => (
  <Link
    to="/ask/$specimen"
    params={{ specimen: String(id) }}
    className="inline-flex min-h-11 items-center text-quiet underline decoration-line underline-offset-4 hover:text-accent"
  >
    {ASK_ABOUT_PIECE}
  </Link>
);

export const questions = { actions: [{ order: 5, Part: AskAboutPiece }] } satisfies SpecimenFeature;
