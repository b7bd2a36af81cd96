import { Link } from '@tanstack/react-router';
import { localityParam } from '#core/contract/catalogue/topic-urls.ts';

export const PlaceLink = ({ place }: { place: { id: number; name: string } }) => (
  <Link
    to="/locality/$topic"
    params={{ topic: localityParam(place) }}
    className="inline-block py-2 text-link"
  >
    {place.name}
  </Link>
);
