import { useNavigate } from '@tanstack/react-router';
import { given } from '../../model/address.ts';

/** Puts a delivery into the address, so that it is shown, and shown again by the same link. */
export const useChooseDelivery = (): ((delivery: string) => void) => {
  const navigate = useNavigate({ from: '/webhooks/$webhookId' });
  return (delivery) => void navigate({ search: ({ mode }) => given({ mode, delivery }) });
};
