import { Link } from '@tanstack/react-router';
import { ArrowLeftIcon } from '#ui/icons.tsx';

const BackLink = ({ to, text }: { to: '/' | '/manage'; text: string }) => (
  <Link to={to} className="back-link">
    <ArrowLeftIcon /> {text}
  </Link>
);

export const ToMainPage = () => <BackLink to="/" text="Return to Main Page" />;
export const ToAdminPanel = () => <BackLink to="/manage" text="Back to Admin Panel" />;
export const ToManage = () => <BackLink to="/manage" text="Return to Manage" />;
