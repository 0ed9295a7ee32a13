import { useNavigate } from '@tanstack/react-router';
import { given } from '../../model/address.ts';

/** Returns a function that puts a delivery into the address, so that the same link shows it again. */
export const useChooseDelivery = (): ((delivery: string) => void) => {
  const navigate = useNavigate({ from: '/webhooks/$webhookId' });
  return (delivery) => void navigate({ search: ({ mode }) => given({ mode, delivery }) });
};
