import { Link } from '@tanstack/react-router';
import type { SpecimenFeature, SpecimenPlaces } from '#core/web/shop-feature.ts';
import { JOIN_WAITING_LIST } from '#features/waiting-list/contract/join-label.ts';
import { buttonClass } from '#ui/button.tsx';

const JoinWaitingList = ({ specimen: { id, canWait } }: SpecimenPlaces['underStatus']) =>
  canWait && (
    <Link
      to="/wait/$specimen"
      params={{ specimen: String(id) }}
      className={`mt-5 ${buttonClass('outline')}`}
    >
      {JOIN_WAITING_LIST}
    </Link>
  );

export const waitingList = {
  underStatus: [{ order: 10, Part: JoinWaitingList }],
} satisfies SpecimenFeature;
