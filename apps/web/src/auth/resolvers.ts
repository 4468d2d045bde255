import { zodResolver } from '@hookform/resolvers/zod';
import { Credentials, NewAccount } from './credentials.ts';

export const credentialsResolver = zodResolver(Credentials);
export const newAccountResolver = zodResolver(NewAccount);
