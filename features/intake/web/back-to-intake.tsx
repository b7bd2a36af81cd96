import { Link } from '@tanstack/react-router';
import { ArrowLeftIcon } from '#ui/icons.tsx';

export const BackToIntake = ({ intake }: { intake: number }) => (
  <Link to="/intake" search={{ intake }} className="back-link">
    <ArrowLeftIcon /> Return to the intake
  </Link>
);
