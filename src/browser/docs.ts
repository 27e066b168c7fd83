import { find } from "./dom.ts";

/** Comes with Swagger UI's own script, which the page loads first. */
declare function SwaggerUIBundle(options: Readonly<Record<string, unknown>>): unknown;

/** Swagger UI has a dark form too, but leaves it to the page to ask for it. */
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
    // Otherwise the page asks another host whether the document is valid.
    validatorUrl: null,
  });
}

followColorScheme();
showDocument(find("#main", HTMLElement));
