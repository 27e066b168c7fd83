import { randomUUID } from "node:crypto";
import Cookies from "cookies";
import Keygrip from "keygrip";
import { DEVICE_LIFETIME_MS } from "../domain/session.ts";
import type { IsForeignForm } from "./foreign-forms.ts";
import type { Exchange } from "./route.ts";

export type DeviceCookie = ReturnType<typeof createDeviceCookie>;

const NAME = "device";

/**
 * The cookie that proves an earlier login with this browser. It gives no access.
 *
 * @param options.keys the first signs, all verify
 * @param options.secure whether the cookie is sent only over TLS
 */
export function createDeviceCookie(options: {
  keys: readonly string[];
  secure: boolean;
  isForeignForm: IsForeignForm;
}) {
  const keys = new Keygrip(options.keys);
  const signed = (device: string): string => `${NAME}=${device}`;

  return {
    /** The id of the client's device; a new one without a cookie that has a valid signature. */
    read({ request, response }: Exchange): string {
      const [device = "", signature = ""] = new Cookies(request, response).get(NAME)?.split(".") ?? [];
      return keys.verify(signed(device), signature) ? device : randomUUID();
    },
    /** A form of another site gets no cookie, because it would replace the visitor's own and forget their device. */
    write({ request, response }: Exchange, device: string): void {
      if (options.isForeignForm(request)) return;
      response.cookie(NAME, `${device}.${keys.sign(signed(device))}`, {
        httpOnly: true,
        sameSite: "lax",
        secure: options.secure,
        maxAge: DEVICE_LIFETIME_MS,
        // Both APIs share it.
        path: "/",
      });
    },
  };
}
