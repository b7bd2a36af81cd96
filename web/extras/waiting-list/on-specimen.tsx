import { Link } from '@tanstack/react-router';
import { JOIN_WAITING_LIST } from '#contract/extras/waiting-list/join-label.ts';
import type { SpecimenExtra, SpecimenPlaces } from '#web/shop-extra.ts';
import { buttonClass } from '#web/ui/button.tsx';

const JoinWaitingList = ({ specimen: { id, canWait } }: SpecimenPlaces['underStatus']) =>
  canWait && (
    <Link to="/wait/$specimen" params={{ specimen: String(id) }} className={`mt-5 ${buttonClass('outline')}`}>
      {JOIN_WAITING_LIST}
    </Link>
  );

export const waitingList = { underStatus: [{ order: 10, Part: JoinWaitingList }] } satisfies SpecimenExtra;
