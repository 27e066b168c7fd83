import { find } from "./dom.ts";

/** Defined by Swagger UI's own script, which the page loads first. */
declare function SwaggerUIBundle(options: Readonly<Record<string, unknown>>): unknown;

/** Swagger UI has dark colours too, but the page has to turn them on. */
function followColorScheme(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
  dark.addEventListener("change", apply);
  apply();
}

function showDocument(element: HTMLElement): void {
  SwaggerUIBundle({
    domNode: element,
    url: element.dataset["document"],
    deepLinking: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    // Otherwise the page would ask another host to validate the document.
    validatorUrl: null,
  });
}

followColorScheme();
showDocument(find("#main", HTMLElement));
