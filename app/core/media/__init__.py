"""Files of users as media: known by their content, kept beside the chats, decoded in a child."""
