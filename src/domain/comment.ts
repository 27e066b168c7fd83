/** What a user says about a post. */
export interface Comment {
  readonly id: string;
  readonly postId: string;
  /** The author. */
  readonly userId: string;
  readonly body: string;
  readonly createdAt: Date;
}
