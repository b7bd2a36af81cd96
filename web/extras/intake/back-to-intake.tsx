import { Link } from '@tanstack/react-router';
import { ArrowLeftIcon } from '#web/ui/icons.tsx';

/** Leads from a draft, or from all of them, back to their intake. */
export const BackToIntake = ({ intake }: { intake: number }) => (
  <Link to="/intake" search={{ intake }} className="back-link">
    <ArrowLeftIcon /> Return to the intake
  </Link>
);
